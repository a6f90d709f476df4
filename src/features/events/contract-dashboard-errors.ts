import { z } from 'zod'
import { id } from '~/platform/rpc/contract'
import { version } from './contract-dashboard-shapes'
import { iso } from './contract-shapes'

export const NOT_FOUND = { status: 404, message: 'Event not found' }
const fields = z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) })
/** An error whose data names the invalid fields, in the same shape as BAD_REQUEST. */
export const INVALID = { status: 422, message: 'Check the marked fields.', data: fields }
/** The server replaces this message with one that says who changed the event and when. */
export const CHANGED = {
  status: 409,
  message: 'This event has changed since you opened it. Reload it to continue.',
  /**
   * `by`, who changed the event, is null if that account was deleted, and the caller if the change came from another
   * window of theirs.
   */
  data: z.object({ version, by: z.object({ id, name: z.string() }).nullable(), at: iso }),
}
/** The server replaces this message with one that says what to do instead. */
export const NOT_NOW = {
  status: 409,
  message: 'The status of this event has changed. Reload the page to see it.',
}
