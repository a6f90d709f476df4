import { ORPCError } from '@orpc/client'
import type { Turn } from '~/lib/picture-crop'
import { type HttpResponse, createJsonResponse, createErrorResponse } from '~/platform/http/http-response'
import type { RawRequest } from '~/platform/http/raw-routes'
import { busy, type ImageProblem } from '~/platform/images/image-problem'

export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
// Counts only bytes that have arrived. So 1,000 slow uploads use little memory and don't keep others waiting.
const MAX_BYTES_IN_MEMORY = 40 * MAX_PICTURE_BYTES
// The maximum number of uploads of one person at the same time. Even by holding back each last byte, a person can
// occupy only three full pictures, so 14 people are needed to use all memory.
const MAX_OF_ONE_PERSON = 3
const tooLarge = 'This picture is over 10 MB. Choose a smaller one.'
const waitForOwn = {
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  message: 'Your other pictures are still uploading. Try again when they are done.',
} as const

type Taken = { response: object } | { problem: ImageProblem }

/**
 * Reads picture uploads and passes each to `take`. They are not calls, because the JSON of a call is limited to 1 MB.
 * The result of `take` is sent as JSON, a problem as `{ code, message }` like in every call.
 */
export function createPictureUploadReader(maxBytes: number = MAX_BYTES_IN_MEMORY) {
  const inProgress = new Map<string, number>()
  let inMemory = 0

  return async (
    { readBody }: Pick<RawRequest, 'readBody'>,
    { userId, take }: { userId: string; take: (bytes: Buffer) => Promise<Taken> },
  ): Promise<HttpResponse> => {
    const own = inProgress.get(userId) ?? 0
    if (own >= MAX_OF_ONE_PERSON) return createPictureError(waitForOwn)
    inProgress.set(userId, own + 1)
    let reserved = 0
    const reserve = (bytes: number): boolean => {
      if (inMemory + bytes > maxBytes) return false
      inMemory += bytes
      reserved += bytes
      return true
    }
    try {
      const body = await readBody(MAX_PICTURE_BYTES, tooLarge, { reserve, full: createPictureError(busy) })
      if ('problem' in body) return body.problem
      if (body.bytes.length === 0)
        return createErrorResponse(
          400,
          'NO_PICTURE',
          'The upload contained no picture. Choose one and try again.',
        )
      const result = await take(body.bytes)
      return 'response' in result
        ? createJsonResponse(200, result.response)
        : createPictureError(result.problem)
    } finally {
      inMemory -= reserved
      const left = (inProgress.get(userId) ?? 1) - 1
      if (left > 0) inProgress.set(userId, left)
      else inProgress.delete(userId)
    }
  }
}

export function createPictureError({
  status,
  code,
  message,
}: ImageProblem | typeof waitForOwn): HttpResponse {
  const response = createErrorResponse(status, code, message)
  if (status === 503 || status === 429) response.headers['retry-after'] = '60'
  return response
}

/** Converts the errors of access checks to responses. Other errors are thrown again, and logged with the request. */
export function toErrorResponse(error: unknown): HttpResponse {
  if (!(error instanceof ORPCError)) throw error
  const response = createErrorResponse(error.status, error.code, error.message)
  const data: unknown = error.data
  if (typeof data === 'object' && data !== null && 'retryAfterSeconds' in data)
    response.headers['retry-after'] = String(data.retryAfterSeconds)
  return response
}

/** Parses `rotate`, an angle in quarter turns; undefined for anything else. */
export function parseRotation(search: URLSearchParams): Turn | undefined {
  return ([0, 90, 180, 270] as const).find((degrees) => String(degrees) === (search.get('rotate') ?? '0'))
}

/** Parses integers with these names: `none` if none is given, undefined if only some are, or one is invalid. */
export function parsePixels<Name extends string>(
  search: URLSearchParams,
  names: readonly Name[],
): Record<Name, number> | 'none' | undefined {
  const texts = names.map((name) => search.get(name))
  if (texts.every((text) => text === null)) return 'none'
  if (!texts.every((text) => text !== null && /^\d{1,5}$/.test(text))) return undefined
  return Object.fromEntries(names.map((name, at) => [name, Number(texts[at])])) as Record<Name, number>
}
