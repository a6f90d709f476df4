import { randomBytes } from 'node:crypto'
import { PICTURE_NAMES } from '~/platform/images/pictures'

/** Returns a random, unguessable, unique key for the files of one upload, in a folder such as `avatars`. */
export function createSetKey(folder: string): string {
  return `${folder}/${randomBytes(16).toString('base64url')}`
}

/** Returns the stored URL of a set; pages derive the other files from it. */
export function toPictureUrl(setKey: string): string {
  return `/media/${setKey}/256.webp`
}

export function listFileKeys(setKey: string): string[] {
  return PICTURE_NAMES.map((name) => `${setKey}/${name}`)
}
