import { calls } from '../implementer'
import { cancel } from './cancel-event'
import { findImpact } from './find-impact'
import { postpone, setDate } from './move-event'
import type { EventChangeError } from './lock-event'

const contract = calls.eventChanges

interface EventChangeErrors {
  NOT_FOUND: () => Error
  OVER: () => Error
  CHANGED: (about: { data: { by: string | null; at: string | null } }) => Error
  NOT_POSSIBLE: (about: { data: { status: string } }) => Error
}

function toError(result: EventChangeError, errors: EventChangeErrors): Error {
  if (result.outcome === 'not_found') return errors.NOT_FOUND()
  if (result.outcome === 'over') return errors.OVER()
  if (result.outcome === 'changed')
    return errors.CHANGED({ data: { by: result.by, at: result.at.toISOString() } })
  return errors.NOT_POSSIBLE({ data: { status: result.status } })
}

export const eventChangesCalls = {
  impact: contract.impact.handler(async ({ context, input, errors }) => {
    const impact = await findImpact(context, input)
    if (!impact) throw errors.NOT_FOUND()
    return impact
  }),

  cancel: contract.cancel.handler(async ({ context, input, errors }) => {
    const result = await cancel(context, input)
    if (result.outcome === 'done') return { version: result.version, status: 'cancelled' as const }
    if (result.outcome === 'unproven') throw errors[result.code]()
    throw toError(result, errors)
  }),

  postpone: contract.postpone.handler(async ({ context, input, errors }) => {
    const result = await postpone(context, input)
    if (result.outcome === 'done') {
      const status = input.date === undefined ? ('postponed' as const) : ('published' as const)
      return { version: result.version, status }
    }
    if (result.outcome === 'bad_date') throw errors.BAD_DATE({ data: { fields: result.fields } })
    throw toError(result, errors)
  }),

  setDate: contract.setDate.handler(async ({ context, input, errors }) => {
    const result = await setDate(context, input)
    if (result.outcome === 'done') return { version: result.version, status: 'published' as const }
    if (result.outcome === 'bad_date') throw errors.BAD_DATE({ data: { fields: result.fields } })
    throw toError(result, errors)
  }),
}
