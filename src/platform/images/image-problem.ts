import type { RefusedKind } from './image-kind'

export interface ImageProblem {
  status: 400 | 415 | 422 | 503
  code: 'NOT_A_PICTURE' | 'TOO_MANY_PIXELS' | 'TOO_SMALL' | 'DAMAGED' | 'TOO_COMPLEX' | 'BAD_CROP' | 'BUSY'
  message: string
}

const instead = 'Choose a JPEG, PNG, WebP or AVIF.'

const kindMessages: Record<RefusedKind, string> = {
  svg: `This is an SVG, which can contain code. ${instead}`,
  gif: `This is a GIF. ${instead}`,
  heic: `This is a HEIC photo, which we can’t read. Save it as a JPEG, or choose another.`,
  pdf: `This is a PDF. ${instead}`,
  tiff: `This is a TIFF. ${instead}`,
  bmp: `This is a BMP. ${instead}`,
}

export function createKindProblem(kind: RefusedKind | undefined): ImageProblem {
  const message = kind === undefined ? `We can’t read this as a picture. ${instead}` : kindMessages[kind]
  return { status: 415, code: 'NOT_A_PICTURE', message }
}

/** `limit` describes the maximum, such as `at most 12,000 pixels a side`. */
export function createPixelCountProblem(width: number, height: number, limit: string): ImageProblem {
  const size = `${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`
  return {
    status: 422,
    code: 'TOO_MANY_PIXELS',
    message: `This picture has ${size}. Choose one of ${limit}.`,
  }
}

export function createTooSmallProblem(least: number): ImageProblem {
  return {
    status: 422,
    code: 'TOO_SMALL',
    message: `This is too small to stay sharp. Choose at least ${least} × ${least} pixels.`,
  }
}

export const damaged: ImageProblem = {
  status: 422,
  code: 'DAMAGED',
  message: 'This picture is damaged or incomplete. Save it again, or choose another.',
}

export const tooComplex: ImageProblem = {
  status: 422,
  code: 'TOO_COMPLEX',
  message: 'This picture takes too long to read. Save a smaller copy, or choose another picture.',
}

export const badCrop: ImageProblem = {
  status: 400,
  code: 'BAD_CROP',
  message: 'The selected area isn’t inside the picture. Select it again.',
}

export const busy: ImageProblem = {
  status: 503,
  code: 'BUSY',
  message: 'Too many pictures are being uploaded right now. Try again in a minute.',
}
