import { calls } from './implementer'
import { findChanges, openDoor } from './open-check-in'
import { scan } from './scan'
import { listDoubles, seeDoubles } from './mark-duplicates-seen'

export const checkInCalls = calls.router({
  open: calls.open.handler(async ({ context, input, errors }) => {
    const list = await openDoor(context, input)
    if (!list) throw errors.NOT_FOUND()
    return list
  }),
  changes: calls.changes.handler(async ({ context, input, errors }) => {
    const list = await findChanges(context, input)
    if (!list) throw errors.NOT_FOUND()
    return list
  }),
  scan: calls.scan.handler(async ({ context, input, errors }) => {
    const answers = await scan(context, input)
    if (!answers) throw errors.NOT_FOUND()
    return { answers, serverNow: context.now().toISOString() }
  }),
  doubles: calls.doubles.handler(async ({ context, input, errors }) => {
    const doubles = await listDoubles(context, input.eventId)
    if (!doubles) throw errors.NOT_FOUND()
    return { doubles }
  }),
  seen: calls.seen.handler(async ({ context, input, errors }) => {
    const seen = await seeDoubles(context, input)
    if (seen === undefined) throw errors.NOT_FOUND()
    return { seen }
  }),
})
