# Sourced by the steps of action.yml. Written for bash 3.2, which macOS has.

# Escapes a text for a workflow command, which is one line.
escape() {
  local text=$1
  text=${text//'%'/%25}
  text=${text//$'\r'/%0D}
  text=${text//$'\n'/%0A}
  printf '%s' "$text"
}

error() {
  echo "::error title=crier::$(escape "$1")"
}

# Ends the step: a setting is wrong, and nothing was sent.
fail() {
  error "$1"
  exit 2
}

# Runs a command whose output has texts of files and of the service: the runner obeys no line of it.
show() {
  local token status=0
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$token"
  "$@" 2>&1 || status=$?
  echo "::$token::"
  return "$status"
}

# Whether a folder has such a file: has_files <folder> <end of its name>…
has_files() {
  local folder=$1 ending
  shift
  for ending; do
    if compgen -G "$folder/*$ending" > /dev/null; then return; fi
  done
  return 1
}

# Prints annotations for the files: annotate <jq program for one finding> <command>…
annotate() {
  local program='def data: gsub("%"; "%25") | gsub("\r"; "%0D") | gsub("\n"; "%0A");
    def property: data | gsub(":"; "%3A") | gsub(","; "%2C") | ltrimstr("./");
    def annotation($level; $text):
      "::\($level) file=\(.file | property),line=\(.line)::\($text | data)";'
  program+=$1
  shift
  "$@" --jq "$program" 2> /dev/null || true
}

# Chooses the keys of this job, and the profile; without saved ones, the environment of the job has them.
use_keys() {
  if [ -n "$KEYS" ]; then export CRIER_CONFIG_DIR=$KEYS CRIER_CONTEXT=$CONTEXT; fi
  if [ -n "$PROFILE" ]; then export CRIER_PROFILE=$PROFILE; fi
}
