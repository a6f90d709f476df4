import { calls } from '../implementer'

const { impact, cancel, postpone, setDate } = calls.night

export const nightCalls = {
  impact: impact.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  cancel: cancel.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  postpone: postpone.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  setDate: setDate.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
}
