import { StandInError } from './errors'

/** @throws StandInError resource_missing */
export function findById<Value>(from: ReadonlyMap<string, Value>, id: string, resource: string): Value {
  const found = from.get(id)
  if (found === undefined)
    throw new StandInError(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${resource}: '${id}'`,
    })
  return found
}

export const toList = (url: string, data: readonly object[]) => ({
  object: 'list',
  url,
  has_more: false,
  data,
})
