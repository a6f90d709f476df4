import { calls } from '../implementer'

const notYet = () => Promise.reject(new Error('not built yet'))

export const caseCalls = {
  counts: calls.cases.counts.handler(notYet),
  list: calls.cases.list.handler(notYet),
  get: calls.cases.get.handler(notYet),
  take: calls.cases.take.handler(notYet),
  pass: calls.cases.pass.handler(notYet),
  decide: calls.cases.decide.handler(notYet),
}
