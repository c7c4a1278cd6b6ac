import { PLATFORMS } from '../../service/platforms.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { removeCopies } from '../publish/take-down.ts';
import type { ControlHandler } from './control-handler.ts';

/**
 * Deletes a copy as a person does at the network, whether or not the service can.
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
