import { randomBytes } from 'node:crypto'
import { PICTURE_NAMES } from '~/platform/images/pictures'

/** A name for the files of one upload below a folder such as `avatars`: random, so that it is never used twice and cannot be guessed. */
export function newSetKey(folder: string): string {
  return `${folder}/${randomBytes(16).toString('base64url')}`
}

/** The one address of a set that is kept; pages find the other files of the set beside it. */
export function pictureUrlOf(setKey: string): string {
  return `/media/${setKey}/256.webp`
}

export function fileKeysOf(setKey: string): string[] {
  return PICTURE_NAMES.map((name) => `${setKey}/${name}`)
}
