import { z } from 'zod'
import { defineCalls, id, instant } from '~/platform/rpc/contract'
import { NOT_FOUND, NOT_NOW } from './contract-dashboard-errors'
import { eventSummary } from './contract-dashboard-shapes'

const own = defineCalls('line-up', 'members_area')
const event = z.object({ id })

export const ownSet = eventSummary.extend({
  /** Whether the caller has not answered the request to join the line-up yet. */
  isPending: z.boolean(),
  /** Who sent the request; null if that account was deleted. */
  requestedBy: z.string().nullable(),
  /** The start of the caller's first set; null if the set has no times. */
  setStartsAt: instant.nullable(),
  setEndsAt: instant.nullable(),
})
export type OwnSet = z.output<typeof ownSet>

/** Calls about line-ups that include the caller or that the caller was asked to join. */
export const lineUp = {
  listOwn: own('GET', '/me/line-ups', 'List upcoming line-ups and requests of the caller')
    .meta({ scope: 'events:read' })
    .output(z.object({ sets: z.array(ownSet) })),

  accept: own('POST', '/me/line-ups/{id}/accept', 'Accept a request to be on a line-up')
    .errors({ NOT_FOUND, NOT_NOW })
    .input(event)
    .output(z.object({})),

  leave: own('DELETE', '/me/line-ups/{id}', 'Decline a request, or leave a line-up')
    .errors({ NOT_FOUND, NOT_NOW })
    .input(event)
    .output(z.object({})),
}
