import { useEffect } from 'react'
import { notify } from '~/design/toast'

// Unique ids: a toast that is closing would remove another with the same id.
let count = 0
const nameOf = (number: number) => `refusal ${number}`

/**
 * Returns a function that shows a form's error as a toast, until the next attempt or until the person leaves the form.
 */
export function useRefusal(): (words: string) => void {
  useEffect(() => () => notify.dismiss(nameOf(count)), [])
  return say
}

function say(words: string): void {
  count += 1
  notify.error(words, { about: nameOf(count) })
}
