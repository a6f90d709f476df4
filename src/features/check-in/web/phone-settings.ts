import { useSyncExternalStore } from 'react'
import { newId } from '~/lib/ids'

// Of the phone and not of the person: two phones of one person stand at two doors.
const NAME = 'door:name'
const SOUND = 'door:sound'
const DEVICE = 'door:device'
export const MOST_LETTERS = 40

export interface PhoneSettings {
  /** What this door calls itself, such as `Front`; undefined until somebody was asked. */
  door: string | undefined
  nameEntrance: (name: string) => void
  isLoud: boolean
  setLoud: (isLoud: boolean) => void
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePhoneSettings(): PhoneSettings {
  // The server does not know the phone, and the first drawing in the browser must say the same.
  const door = useSyncExternalStore(
    subscribe,
    () => read(NAME),
    () => undefined,
  )
  const isLoud = useSyncExternalStore(
    subscribe,
    () => read(SOUND) !== 'off',
    () => true,
  )
  return { door, nameEntrance, isLoud, setLoud }
}

function nameEntrance(name: string): void {
  write(NAME, name.trim().slice(0, MOST_LETTERS))
}

function setLoud(isLoud: boolean): void {
  write(SOUND, isLoud ? 'on' : 'off')
}

/** Says to the server which phone it was, and nothing about it. */
export function deviceId(): string {
  const known = read(DEVICE)
  if (known !== undefined) return known
  const fresh = newId()
  write(DEVICE, fresh)
  return fresh
}

/** Where the browser forbids keeping, what was said lasts as long as the page. */
const unkept = new Map<string, string>()

function read(key: string): string | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    return window.localStorage.getItem(key) ?? unkept.get(key)
  } catch {
    return unkept.get(key)
  }
}

function write(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value)
  } catch {
    unkept.set(key, value)
  }
  for (const listener of listeners) listener()
}
