import type { HttpResponse } from '~/platform/http/http-response'
import type { RawRequest, RawRoute } from '~/platform/http/raw-routes'
import { badCrop } from '~/platform/images/image-problem'
import type { PictureOptions } from '~/platform/images/pictures'
import {
  toErrorResponse,
  createPictureUploadReader,
  createPictureError,
  parsePixels,
  parseRotation,
} from '~/platform/pictures/picture-reader'
import { requireCaller } from '~/platform/rpc/context'
import type { AvatarServices } from './context'
import { uploadAvatar } from './upload-avatar'

// Uploads per person: enough to try several crops, too few to overload the server.
const LIMIT = { points: 20, seconds: 600 }

/**
 * `POST /api/v1/me/avatar?x=&y=&size=&rotate=` with a picture as the body. Responds with `{ avatarUrl }`, or `{ code,
 * message }` like every call.
 */
export function createAvatarRoutes(services: AvatarServices, maxBytes?: number): RawRoute[] {
  const read = createPictureUploadReader(maxBytes)

  async function upload(request: RawRequest): Promise<HttpResponse> {
    const { id: userId } = requireCaller({ caller: await request.scope.caller() })
    await services.limits.consume('avatar', userId, LIMIT)
    const options = parsePictureOptions(request.search)
    if (options === undefined) return createPictureError(badCrop)
    return read(request, {
      userId,
      take: async (bytes) => {
        const result = await uploadAvatar(services, { userId, bytes, options })
        return 'avatarUrl' in result ? { response: result } : result
      },
    })
  }

  return [
    {
      methods: ['POST'],
      path: /^\/api\/v1\/me\/avatar$/,
      kind: 'rest',
      access: 'members_area',
      handle: (request) => upload(request).catch(toErrorResponse),
    },
  ]
}

/**
 * Parses the query; undefined if it is invalid. It must have all of x, y and size, or none of them. `rotate` is a
 * multiple of 90.
 */
function parsePictureOptions(search: URLSearchParams): PictureOptions | undefined {
  const turn = parseRotation(search)
  const square = parsePixels(search, ['x', 'y', 'size'])
  if (turn === undefined || square === undefined) return undefined
  if (square === 'none') return { area: undefined, turn }
  return { area: { x: square.x, y: square.y, width: square.size, height: square.size }, turn }
}
