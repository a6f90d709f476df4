import { calls } from '../implementer'
import { getNumbers } from './get-numbers'

export const numbersCalls = {
  get: calls.numbers.get.handler(async ({ context, input, errors }) => {
    const found = await getNumbers(context, input.id)
    if (found === undefined) throw errors.NOT_FOUND()
    return found
  }),
}
