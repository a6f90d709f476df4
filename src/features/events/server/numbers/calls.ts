import { calls } from '../implementer'
import { getNumbers } from './get-numbers'

export const numbersCalls = {
  get: calls.numbers.get.handler(({ context, input }) => getNumbers(context, input.id)),
}
