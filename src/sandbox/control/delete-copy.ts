import { PLATFORMS } from '../../facts/platforms.ts';
import { removeCopies } from '../publish/take-down.ts';
import { ServiceFailure } from '../service-failure.ts';
import type { ControlHandler } from './control-handler.ts';

/**
 * What a person does at the network by hand, whether or not the service could.
 *
 * @see docs/service/posts.md#update
 */
export const deleteCopy: ControlHandler<'deleteCopy'> = ({ postId, network }, { store }) =>
  store.transaction(() => {
    if (!removeCopies(store, postId, network)) {
      throw new ServiceFailure(1404, {
        message: `The post ${postId} is not on ${PLATFORMS[network].name}.`,
      });
    }
    return { deleted: postId, network };
  });
