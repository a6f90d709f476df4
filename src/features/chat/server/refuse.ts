import { createRefusedErrorFactory } from '~/platform/rpc/refused-error'
import type { chatContract } from '../contract'

export const refuse = createRefusedErrorFactory<typeof chatContract>()

/** Refuses a text because its author is muted until the given time. */
export const refuseMuted = (until: Date): Error => refuse('MUTED', { data: { until: until.toISOString() } })

/** Refuses a room admin who would undo the action of a moderator. */
export const refuseUndoingModerator = (): Error =>
  refuse('NOT_ALLOWED', { message: 'A moderator did this. Only a moderator can change it.' })
