import { z } from 'zod'
import type { userSort } from '../../contract-users-shapes'

export type UserSort = z.output<typeof userSort>

/** A row as a place in a list: its sort key (microseconds for `joined`), its id, and its position from 1. */
export interface UserPlace {
  key: number | string
  id: string
  position: number
}

const shape = z.tuple([z.union([z.int(), z.string().max(300)]), z.uuid(), z.int().min(1)])

export function writePlace({ key, id, position }: UserPlace): string {
  return Buffer.from(JSON.stringify([key, id, position])).toString('base64url')
}

/** Undefined for anything but a place that was written for this sort: addresses live long, and then the first page is meant. */
export function findPlace(text: string | undefined, sort: UserSort): UserPlace | undefined {
  if (text === undefined) return undefined
  try {
    const [key, id, position] = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if ((typeof key === 'number') !== (sort === 'joined')) return undefined
    if (typeof key === 'string' && key.includes('\0')) return undefined
    return { key, id, position }
  } catch {
    return undefined
  }
}
