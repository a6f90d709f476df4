import { addPromo } from './add-promo'
import { addType } from './add-type'
import { calls } from '../implementer'
import type { Context } from '../context'
import type { Refusal } from './change-sale'
import { removePromo, stopPromo } from './end-promo'
import { moveType } from './move-type'
import { findPromoBoard } from './promo-board'
import { removeType } from './remove-type'
import { savePromo } from './save-promo'
import { saveType } from './save-type'
import { findTicketBoard } from './ticket-board'
import { unlock as unlockCode } from './unlock'

type Plain = () => Error
type Errors = {
  NOT_FOUND: Plain
  EVENT_CLOSED?: Plain
  PRICES_ARE_NOT_YOURS?: Plain
  WAS_ORDERED?: Plain
  WAS_USED?: Plain
  INVALID?: (options: { data: { fields: { path: string; message: string }[] } }) => Error
}

const codes = {
  not_found: 'NOT_FOUND',
  closed: 'EVENT_CLOSED',
  not_yours: 'PRICES_ARE_NOT_YOURS',
  was_ordered: 'WAS_ORDERED',
  was_used: 'WAS_USED',
} as const

function errorOf(refusal: Refusal, errors: Errors): Error {
  if (refusal.outcome === 'invalid')
    return errors.INVALID?.({ data: { fields: refusal.fields } }) ?? errors.NOT_FOUND()
  return (errors[codes[refusal.outcome]] ?? errors.NOT_FOUND)()
}

/** The list as it stands after the change, or the error that says why nothing changed. */
async function listed<List>(
  result: Refusal | { eventId: string },
  find: (eventId: string) => Promise<List | undefined>,
  errors: Errors,
): Promise<List> {
  if ('outcome' in result) throw errorOf(result, errors)
  const list = await find(result.eventId)
  // The caller was taken off the event meanwhile.
  if (!list) throw errors.NOT_FOUND()
  return list
}

const boardOf = (context: Context) => (eventId: string) => findTicketBoard(context, eventId)
const promosOf = (context: Context) => (eventId: string) => findPromoBoard(context, eventId)

export const types = {
  list: calls.types.list.handler(({ context, input, errors }) => listed(input, boardOf(context), errors)),
  add: calls.types.add.handler(async ({ context, input, errors }) =>
    listed((await addType(context, input)) ?? input, boardOf(context), errors),
  ),
  save: calls.types.save.handler(async ({ context, input, errors }) =>
    listed(await saveType(context, input), boardOf(context), errors),
  ),
  move: calls.types.move.handler(async ({ context, input, errors }) =>
    listed(await moveType(context, input), boardOf(context), errors),
  ),
  remove: calls.types.remove.handler(async ({ context, input, errors }) =>
    listed(await removeType(context, input), boardOf(context), errors),
  ),
}

export const promo = {
  list: calls.promo.list.handler(({ context, input, errors }) => listed(input, promosOf(context), errors)),
  add: calls.promo.add.handler(async ({ context, input, errors }) =>
    listed((await addPromo(context, input)) ?? input, promosOf(context), errors),
  ),
  save: calls.promo.save.handler(async ({ context, input, errors }) =>
    listed(await savePromo(context, input), promosOf(context), errors),
  ),
  stop: calls.promo.stop.handler(async ({ context, input, errors }) =>
    listed(await stopPromo(context, input), promosOf(context), errors),
  ),
  remove: calls.promo.remove.handler(async ({ context, input, errors }) =>
    listed(await removePromo(context, input), promosOf(context), errors),
  ),
}

const shut = {
  unknown: 'NOT_FOUND',
  later: 'CODE_LATER',
  over: 'CODE_OVER',
  used_up: 'CODE_USED_UP',
} as const

export const unlock = calls.unlock.handler(async ({ context, input, errors }) => {
  const answer = await unlockCode(context, input)
  if (answer.kind === 'types' || answer.kind === 'promo') return answer
  throw errors[shut[answer.kind]]()
})
