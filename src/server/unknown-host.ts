import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '#platform/context.ts';
import { type Entrance, hostMistake, isOfApi, readTarget } from '#platform/http/address.ts';
import { Problem } from '#platform/http/problem.ts';
import { asProblem, plainProblem } from '#platform/http/problem-reply.ts';
import { send } from '#platform/http/send.ts';
import type { Site } from '#sites/schema.ts';
import { servePortal } from './portal.ts';

export interface Installation extends Entrance {
  readonly services: Services;
  readonly sites: readonly Site[];
}

/** Responds under a host of no edition with links to the editions. An invalid Host is refused. */
export async function serveUnknownHost(
  installation: Installation,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { services, sites } = installation;
  const method = message.method ?? 'GET';
  try {
    const mistake = hostMistake(message, installation);
    if (mistake !== null) throw new Problem(400, mistake);
    if (isOfApi(readTarget(message.url ?? '/').path))
      throw new Problem(404, 'No edition is served under this host name, so it has no API.');
    servePortal(sites, message, response, installation);
  } catch (error) {
    const problem = asProblem(error, 'none');
    if (problem !== error) services.log.error({ err: error }, 'the page of unknown hosts failed');
    if (response.headersSent) response.destroy();
    else await send(response, plainProblem(problem), method);
  }
}
