import { calls } from '../call-implementer'
import { getSalesFigures } from './get-sales-figures'

export const numbersCalls = {
  get: calls.numbers.get.handler(({ context, input }) => getSalesFigures(context, input.id)),
}
