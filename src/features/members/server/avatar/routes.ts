import { ORPCError } from '@orpc/client'
import { type Answer, jsonAnswer, problemAnswer } from '~/platform/http/answer'
import type { RawRequest, RawRoute } from '~/platform/http/raw-routes'
import { badCrop, busy, type ImageProblem } from '~/platform/images/image-problem'
import { createTurns } from '~/platform/images/image-turns'
import type { SquareWish } from '~/platform/images/square-pictures'
import { signedIn } from '~/platform/rpc/context'
import { avatarTooLarge, MAX_AVATAR_BYTES } from '../../rules/avatar-limits'
import type { AvatarServices } from './context'
import { uploadAvatar } from './upload-avatar'

// Enough for somebody who tries one crop after another, too few to keep the machine busy.
const LIMIT = { points: 20, seconds: 600 }
// Every picture under way may hold 10 MB, however slowly it comes.
const IN_MEMORY = { atOnce: 40, patienceMs: 10_000, waiting: 200 }
// Whoever sends slowly on purpose takes no more of that room than this.
const OF_ONE_PERSON = 4
const waitForOwn = {
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  message: 'Other pictures of yours are still on their way. Try again when they are here.',
} as const

/**
 * `POST /api/v1/me/avatar?x=&y=&size=&rotate=` with a picture as its body. It stands outside the calls because those take
 * one megabyte of JSON. Answers `{ avatarUrl }`, or `{ code, message }` like every call.
 */
export function createAvatarRoutes(services: AvatarServices, room = IN_MEMORY): RawRoute[] {
  const inTurn = createTurns(room)
  const underWay = new Map<string, number>()

  async function upload({ scope, search, readBody }: RawRequest): Promise<Answer> {
    const { id } = signedIn({ caller: await scope.caller() })
    await services.limits.consume('avatar', id, LIMIT)
    const wish = readWish(search)
    if (wish === undefined) return refusal(badCrop)
    const own = underWay.get(id) ?? 0
    if (own >= OF_ONE_PERSON) return refusal(waitForOwn)
    underWay.set(id, own + 1)
    try {
      return await takeIn(id, wish, readBody)
    } finally {
      const left = (underWay.get(id) ?? 1) - 1
      if (left > 0) underWay.set(id, left)
      else underWay.delete(id)
    }
  }

  async function takeIn(id: string, wish: SquareWish, readBody: RawRequest['readBody']): Promise<Answer> {
    const answer = await inTurn(async () => {
      const body = await readBody(MAX_AVATAR_BYTES, avatarTooLarge)
      if ('problem' in body) return body.problem
      if (body.bytes.length === 0)
        return problemAnswer(400, 'NO_PICTURE', 'No picture came with this. Choose one and try again.')
      const result = await uploadAvatar(services, { userId: id, bytes: body.bytes, wish })
      return 'avatarUrl' in result ? jsonAnswer(200, result) : refusal(result.problem)
    })
    return answer === 'busy' ? refusal(busy) : answer
  }

  return [
    {
      methods: ['POST'],
      path: /^\/api\/v1\/me\/avatar$/,
      kind: 'rest',
      access: 'members_area',
      handle: (request) => upload(request).catch(answerRefusal),
    },
  ]
}

function refusal({ status, code, message }: ImageProblem | typeof waitForOwn): Answer {
  const answer = problemAnswer(status, code, message)
  if (status === 503 || status === 429) answer.headers['retry-after'] = '60'
  return answer
}

// What the guards of calls throw; anything else is ours and is logged where requests are.
function answerRefusal(error: unknown): Answer {
  if (!(error instanceof ORPCError)) throw error
  const answer = problemAnswer(error.status, error.code, error.message)
  const data: unknown = error.data
  if (typeof data === 'object' && data !== null && 'retryAfterSeconds' in data)
    answer.headers['retry-after'] = String(data.retryAfterSeconds)
  return answer
}

/** Undefined when the address is not written as it must be: x, y and size together or none, rotate a quarter of a circle. */
function readWish(search: URLSearchParams): SquareWish | undefined {
  const turn = [0, 90, 180, 270] as const
  const rotate = turn.find((degrees) => String(degrees) === (search.get('rotate') ?? '0'))
  if (rotate === undefined) return undefined
  const [x, y, size] = ['x', 'y', 'size'].map((name) => search.get(name) ?? undefined)
  if (x === undefined && y === undefined && size === undefined) return { square: undefined, turn: rotate }
  if (x === undefined || y === undefined || size === undefined) return undefined
  if (![x, y, size].every((text) => /^\d{1,5}$/.test(text))) return undefined
  return { square: { x: Number(x), y: Number(y), size: Number(size) }, turn: rotate }
}
