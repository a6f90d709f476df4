import { randomBytes } from 'node:crypto'
import { SQUARE_NAMES } from '~/platform/images/square-pictures'

/** A name for the files of one upload: random, so that it is never used twice and cannot be guessed. */
export function newSetKey(): string {
  return `avatars/${randomBytes(16).toString('base64url')}`
}

/** The one address of a set that is kept; pages find the other files of the set beside it. */
export function avatarUrlOf(setKey: string): string {
  return `/media/${setKey}/256.webp`
}

export function fileKeysOf(setKey: string): string[] {
  return SQUARE_NAMES.map((name) => `${setKey}/${name}`)
}
