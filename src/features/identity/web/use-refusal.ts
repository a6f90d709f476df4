import { useEffect } from 'react'
import { notify } from '~/design/toast'

// A name for each: one that is on its way out would take its namesake with it.
let count = 0
const nameOf = (number: number) => `refusal ${number}`

/** Says what a form of the entrance was refused for, until the next try or until one leaves the form: elsewhere it would be about nothing. */
export function useRefusal(): (words: string) => void {
  useEffect(() => () => notify.dismiss(nameOf(count)), [])
  return say
}

function say(words: string): void {
  count += 1
  notify.error(words, { about: nameOf(count) })
}
