import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { chatContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof chatContract>()

/** Refuses a text because its author is muted until the given time. */
export const refuseMuted = (until: Date): Error => refuse('MUTED', { data: { until: until.toISOString() } })

/** Refuses a room admin who tries to undo the action of a site moderator. */
export const refuseUndoingModerator = (): Error =>
  refuse('NOT_ALLOWED', { message: 'A moderator did this. Only a moderator can change it.' })
