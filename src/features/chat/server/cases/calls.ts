import { calls } from '../implementer'
import { countCases } from './count-cases'
import { decideCase } from './decide-case'
import { getCase } from './get-case'
import { listCases } from './list-cases'
import { passCase } from './pass-case'
import { takeCase } from './take-case'

const cases = calls.cases

export const caseCalls = {
  counts: cases.counts.handler(({ context }) => countCases(context)),
  list: cases.list.handler(({ context, input }) => listCases(context, input)),
  get: cases.get.handler(async ({ context, input, errors }) => {
    const found = await getCase(context, input.caseId)
    if (!found) throw errors.NOT_FOUND()
    return found
  }),
  take: cases.take.handler(async ({ context, input, errors }) => {
    const hindrance = await takeCase(context, input)
    if (hindrance) throw errors[hindrance]()
    return {}
  }),
  pass: cases.pass.handler(async ({ context, input, errors }) => {
    const hindrance = await passCase(context, input.caseId)
    if (hindrance) throw errors[hindrance]()
    return {}
  }),
  decide: cases.decide.handler(async ({ context, input, errors }) => {
    const refusal = await decideCase(context, input)
    if (refusal) throw errors[refusal]()
    return {}
  }),
}
