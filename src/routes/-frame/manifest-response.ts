import { createFileResponse } from './file-response'

interface ManifestOptions {
  purposes?: readonly string[]
}

/** Returns a web app manifest in the product's colors, with icons in two sizes. */
export function createManifestResponse(
  request: Request,
  fields: Record<string, string>,
  { purposes }: ManifestOptions = {},
): Promise<Response> {
  const text = JSON.stringify({
    ...fields,
    background_color: '#151410',
    theme_color: '#151410',
    icons: [192, 512].flatMap((size) =>
      (purposes ?? [undefined]).map((purpose) => ({
        src: `/check-in-icon/${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  })
  return createFileResponse(request, {
    type: 'application/manifest+json',
    version: text,
    maxAgeSeconds: 3600,
    body: () => text,
  })
}
