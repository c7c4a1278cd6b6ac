/**
 * Completion script for PowerShell 5.1 and later. The words are passed as one base64 word, since versions
 * differ in passing empty words and quotes. An empty text keeps PowerShell from offering files where none is
 * expected.
 */
export const POWERSHELL = `# PowerShell completion for crier

Register-ArgumentCompleter -Native -CommandName crier -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object {
            if ($_ -is [Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
        })
    $current = ([string]$wordToComplete).TrimStart([char]39, [char]34)
    $text = ($words + $current) -join [string][char]10
    $packed = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($text))
    $encoding = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [Text.Encoding]::UTF8
        $answer = @(& crier __complete powershell $packed 2>$null)
    } finally {
        [Console]::OutputEncoding = $encoding
    }
    if ($answer.Count -eq 0) { return '' }
    if ($answer[0] -eq ':files') { return }
    $choices = @($answer | Select-Object -Skip 1)
    if ($choices.Count -eq 0) { return '' }
    foreach ($line in $choices) {
        $value, $about = $line.Split([char]9, 2)
        if (-not $about) { $about = $value }
        $typed = if ($value -match '[ ,]') { "'" + $value + "'" } else { $value }
        [Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $about)
    }
}
`;
