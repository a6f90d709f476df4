import { calls } from '../implementer'

export const doorCalls = {
  open: calls.door.open.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  changes: calls.door.changes.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  scan: calls.door.scan.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  doubles: calls.door.doubles.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
  seen: calls.door.seen.handler(({ errors }) => {
    throw errors.NOT_FOUND()
  }),
}
