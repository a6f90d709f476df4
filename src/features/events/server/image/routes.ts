import type { HttpResponse } from '~/platform/http/http-response'
import type { RawRequest, RawRoute } from '~/platform/http/raw-routes'
import { badCrop } from '~/platform/images/image-problem'
import type { PictureOptions } from '~/platform/images/pictures'
import type { Limits } from '~/platform/limits/limits'
import {
  toErrorResponse,
  createPictureUploadReader,
  createPictureError,
  parsePixels,
  parseRotation,
} from '~/platform/pictures/picture-reader'
import { requireCaller } from '~/platform/rpc/context'
import { checkCanChangePicture, type ImageServices, uploadImage } from './upload-image'

// The limit of uploads: enough to try several crops, but too few to overload the server.
const LIMIT = { points: 20, seconds: 600 }

/**
 * `POST /api/v1/me/events/{id}/image?x=&y=&width=&height=&rotate=` with a picture as its body. Returns `{ imageUrl,
 * version }`, or `{ code, message }` like every call; `dashboard.removeImage` removes the picture.
 */
export function createEventImageRoutes(services: ImageServices & { limits: Limits }): RawRoute[] {
  const read = createPictureUploadReader()

  async function upload(request: RawRequest): Promise<HttpResponse> {
    const caller = requireCaller({ caller: await request.scope.caller() })
    const id = (request.params['id'] ?? '').toLowerCase()
    await services.limits.consume('event image', caller.id, LIMIT)
    // Checked before the body is read, so that no one uploads a picture in vain.
    await checkCanChangePicture(services.db, caller, { id })
    const options = parsePictureOptions(request.search)
    if (options === undefined) return createPictureError(badCrop)
    return read(request, {
      userId: caller.id,
      take: async (bytes) => {
        const result = await uploadImage(services, { caller, id, bytes, options })
        return 'imageUrl' in result ? { response: result } : result
      },
    })
  }

  return [
    {
      methods: ['POST'],
      path: /^\/api\/v1\/me\/events\/(?<id>[^/]{1,64})\/image$/,
      kind: 'rest',
      access: 'members_area',
      handle: (request) => upload(request).catch(toErrorResponse),
    },
  ]
}

/**
 * Returns undefined for invalid parameters: the four of the area must be given together or not at all, and `rotate` is
 * a multiple of 90.
 */
function parsePictureOptions(search: URLSearchParams): PictureOptions | undefined {
  const turn = parseRotation(search)
  const area = parsePixels(search, ['x', 'y', 'width', 'height'])
  if (turn === undefined || area === undefined) return undefined
  return { area: area === 'none' ? undefined : area, turn }
}
