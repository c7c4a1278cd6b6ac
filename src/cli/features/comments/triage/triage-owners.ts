import type { Client } from '../../../../client/client.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { buildWords, type ShellWords } from '../../../framework/output/text/shell-command.ts';
import type { ServiceOrSandbox } from '../../../framework/settings/choose-service.ts';
import { getDialect } from '../../../framework/settings/service-account.ts';
import type { Dialect } from '../../../framework/settings/settings.ts';
import { type DoneList, openDoneComments } from '../done-comments.ts';
import { formatProfile } from '../read-profiles.ts';

/** A profile that comments are for. */
export interface Owner {
  /** The service and the profile, as users name them. */
  where: string;
  /** The name of the profile, and words of a command that choose it; null and none for the only one. */
  name: string | null;
  words: ShellWords;
  done: DoneList;
  dialect: Dialect;
  /** Opens the client that changes are sent with; says first what is unusual about its service. */
  openClient(): Promise<Client>;
}

/** Profiles by their aliases. */
export type Owners = ReadonlyMap<string | null, Owner>;

/** @param services the service, called for each profile */
export async function openOwners(services: readonly ServicePort[], context: CommandContext): Promise<Owners> {
  let announced: Promise<Client> | undefined;
  const isOnly = services.length === 1;
  const announce = () => {
    announced ??= context.service.client({ writes: true, namesProfiles: !isOnly });
    return announced;
  };
  const open = async (service: ServicePort): Promise<[string | null, Owner]> => {
    const chosen = await service.choose();
    const { choice } = chosen;
    const { profile } = choice;
    const openOwn = async () => {
      await announce();
      return service.client();
    };
    const owner = {
      where: describeService(choice),
      name: formatProfile(profile),
      words: isOnly ? [] : buildWords`--profile ${profile ?? 'none'}`,
      done: await openDoneComments(service, context.io),
      dialect: getDialect(chosen),
      openClient: isOnly ? announce : openOwn,
    };
    return [profile, owner];
  };
  return new Map(await Promise.all(services.map(open)));
}

function describeService(choice: ServiceOrSandbox): string {
  const name =
    choice.kind === 'sandbox'
      ? 'the built-in sandbox'
      : [choice.context ?? '', choice.target.baseUrl.host].filter(Boolean).join(', ');
  return choice.profile === null ? name : `${name}, profile ${choice.profile}`;
}
