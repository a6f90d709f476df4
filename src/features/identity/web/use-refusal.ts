import { useEffect } from 'react'
import { notify } from '~/design/toast'

const HERE = 'entrance'

/** Says what a form of the entrance was refused for, until the next try or until one leaves the form: elsewhere it would be about nothing. */
export function useRefusal(): (words: string) => void {
  useEffect(() => () => notify.dismiss(HERE), [])
  return say
}

const say = (words: string): void => notify.error(words, { about: HERE })
