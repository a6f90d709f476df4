import { z } from 'zod'
import type { userSort } from '../../contract-users-shapes'

export type UserSort = z.output<typeof userSort>

/** A row as a place in a list: its sort key (microseconds for `joined`), its id, and which of the whole list it was, from 1. */
export interface UserPlace {
  key: number | string
  id: string
  n: number
}

const MOST_ACCOUNTS = 1_000_000_000

const shape = z.tuple([z.union([z.int(), z.string().max(300)]), z.uuid(), z.int().min(1).max(MOST_ACCOUNTS)])

export function writePlace({ key, id, n }: UserPlace): string {
  return Buffer.from(JSON.stringify([key, id, n])).toString('base64url')
}

/** Undefined for anything but a place that was written for this sort: addresses live long, and then the first page is meant. */
export function findPlace(text: string, sort: UserSort): UserPlace | undefined {
  try {
    const [key, id, n] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if ((typeof key === 'number') !== (sort === 'joined')) return undefined
    if (typeof key === 'string' && key.includes('\0')) return undefined
    return { key, id, n }
  } catch {
    return undefined
  }
}
