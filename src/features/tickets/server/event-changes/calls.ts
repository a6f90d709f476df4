import { calls } from '../call-implementer'
import { cancelOwnEvent } from './cancel-event'
import { getImpact } from './get-impact'
import { postponeOwnEvent, setOwnEventDate } from './move-event'

const contract = calls.eventChanges

export const eventChangesCalls = {
  impact: contract.impact.handler(({ context, input }) => getImpact(context, input)),
  cancel: contract.cancel.handler(({ context, input }) => cancelOwnEvent(context, input)),
  postpone: contract.postpone.handler(({ context, input }) => postponeOwnEvent(context, input)),
  setDate: contract.setDate.handler(({ context, input }) => setOwnEventDate(context, input)),
}
