import { calls } from '../implementer'
import { cancel } from './cancel-event'
import { getImpact } from './get-impact'
import { postpone, setDate } from './move-event'

const contract = calls.eventChanges

export const eventChangesCalls = {
  impact: contract.impact.handler(({ context, input }) => getImpact(context, input)),
  cancel: contract.cancel.handler(({ context, input }) => cancel(context, input)),
  postpone: contract.postpone.handler(({ context, input }) => postpone(context, input)),
  setDate: contract.setDate.handler(({ context, input }) => setDate(context, input)),
}
