import { listNamedContexts } from '../settings/named-context.ts';
import { readProject } from '../settings/project-file.ts';
import { requireChosen, SANDBOX } from '../settings/settings.ts';
import { type ChoiceInput, chooseService } from './choose-service.ts';
import type { Chosen, CommandContext, ContextParts } from './context.ts';

/** Input of the choice of a service. */
type ChoiceParts = Pick<ContextParts, 'world' | 'flags' | 'typed'> &
  Pick<CommandContext, 'settings' | 'readKeyFile'>;

/** Chooses the service of a run on first use, and only once, since a key may come from standard input. */
export function createServiceChoice({
  world,
  flags,
  typed,
  settings,
  readKeyFile,
}: ChoiceParts): Pick<CommandContext, 'choiceInput' | 'choose' | 'currentContext'> {
  const given = async (): Promise<ChoiceInput> => ({
    flags,
    typed,
    env: world.env,
    settings: await settings.read(),
    project: readProject(world.folder),
    readFile: readKeyFile,
  });
  const decide = async (): Promise<Chosen> => {
    const all = await given();
    return { choice: await chooseService(all), settings: all.settings, project: all.project };
  };
  let chosen: Promise<Chosen> | undefined;
  return {
    choiceInput: given,
    choose() {
      chosen ??= decide();
      return chosen;
    },
    async currentContext() {
      const all = await given();
      const [named] = listNamedContexts(all);
      if (named !== undefined) return named;
      requireChosen(all.settings);
      return { name: SANDBOX, origin: { kind: 'default', where: 'built in' } };
    },
  };
}
