import { isId } from '~/lib/ids'

/** A ticket of the list, and which of the whole list it was when it was shown, from 1. */
export interface AttendeePlace {
  id: string
  n: number
}

export function writePlace({ id, n }: AttendeePlace): string {
  return `${id}.${n.toString(36)}`
}

/** Undefined for anything that writePlace did not write: addresses live long, and then the first page is meant. */
export function findPlace(text: string): AttendeePlace | undefined {
  const [, id = '', number = ''] = /^([0-9a-f-]{36})\.([0-9a-z]{1,7})$/u.exec(text) ?? []
  return isId(id) ? { id, n: Number.parseInt(number, 36) } : undefined
}
