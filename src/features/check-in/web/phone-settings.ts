import { useSyncExternalStore } from 'react'
import { newId } from '~/lib/ids'

// Stored per phone, not per person: two phones of one person may be at different entrances.
const NAME = 'check-in:name'
const SOUND = 'check-in:sound'
const DEVICE = 'check-in:device'
export const MAX_NAME_LENGTH = 40

export interface PhoneSettings {
  /** The entrance's name, such as `Front`; undefined until the dialog was answered. */
  entrance: string | undefined
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
  // The server doesn't know the entrance's name, and the first render in the browser must match the server's.
  const entrance = useSyncExternalStore(
    subscribe,
    () => readSetting(NAME),
    () => undefined,
  )
  const isLoud = useSyncExternalStore(
    subscribe,
    () => readSetting(SOUND) !== 'off',
    () => true,
  )
  return { entrance, nameEntrance: setEntrance, isLoud, setLoud }
}

function setEntrance(name: string): void {
  writeSetting(NAME, name.trim().slice(0, MAX_NAME_LENGTH))
}

function setLoud(isLoud: boolean): void {
  writeSetting(SOUND, isLoud ? 'on' : 'off')
}

/** Returns a random id that identifies the phone to the server, without other information. */
export function getDeviceId(): string {
  const known = readSetting(DEVICE)
  if (known !== undefined) return known
  const fresh = newId()
  writeSetting(DEVICE, fresh)
  return fresh
}

/** If the browser blocks storage, values last as long as the page. */
const unsaved = new Map<string, string>()

function readSetting(key: string): string | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    return window.localStorage.getItem(key) ?? unsaved.get(key)
  } catch {
    return unsaved.get(key)
  }
}

function writeSetting(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value)
  } catch {
    unsaved.set(key, value)
  }
  for (const listener of listeners) listener()
}
