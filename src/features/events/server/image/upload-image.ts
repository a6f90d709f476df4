import { ORPCError } from '@orpc/client'
import type { Database } from '~/database/connect'
import { storePictureSet } from '~/features/members/server/public'
import type { ImageProblem } from '~/platform/images/image-problem'
import { makePictures, type PictureOptions } from '~/platform/images/pictures'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { Caller } from '~/platform/rpc/caller'
import type { MediaStorage } from '~/platform/storage/media-storage'
import { recordSave } from '../dashboard/change-event'
import { refreshTeam } from '../dashboard/event-people'
import { findOwnEvent } from '../own-event'

export interface ImageServices {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  live: Pick<Live, 'publish'>
  storage: MediaStorage
}

const FLYER = 4 / 5

/** Checks that the caller may edit the event and that it is not cancelled. @throws NOT_FOUND, NOT_NOW */
export async function checkCanChangePicture(
  db: Parameters<typeof findOwnEvent>[0],
  caller: Pick<Caller, 'id'>,
  { id, lock = false }: { id: string; lock?: boolean },
): Promise<void> {
  const event = await findOwnEvent(db, caller, { id, act: 'edit', lock })
  if (!event) throw new ORPCError('NOT_FOUND', { status: 404, message: 'Event not found' })
  if (event.status === 'cancelled')
    throw new ORPCError('NOT_NOW', {
      status: 409,
      message: 'This event is canceled. Its picture can’t be changed.',
    })
}

/**
 * Replaces the drawn flyer with an uploaded picture, cropped to 4:5. An invalid picture returns a problem before
 * anything is written.
 * @throws NOT_FOUND, NOT_NOW
 */
export async function uploadImage(
  services: ImageServices,
  {
    caller,
    id,
    bytes,
    options,
  }: { caller: Pick<Caller, 'id'>; id: string; bytes: Buffer; options: PictureOptions },
): Promise<{ imageUrl: string; version: number } | { problem: ImageProblem }> {
  const made = await makePictures(bytes, options, FLYER)
  if ('problem' in made) return made
  const shown = await storePictureSet(services, { folder: 'events', ...made }, async (trx, imageUrl) => {
    // Checked a second time: processing takes a while, and the caller may have lost the permission.
    await checkCanChangePicture(trx, caller, { id, lock: true })
    await trx.updateTable('events').set({ featured_image_url: imageUrl }).where('id', '=', id).execute()
    const { version } = await recordSave(trx, { id, byId: caller.id, now: new Date() })
    return { imageUrl, version }
  })
  await refreshTeam(services, id)
  return shown
}
