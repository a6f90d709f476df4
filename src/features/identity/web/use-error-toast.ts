import { useEffect } from 'react'
import { notify } from '~/design/toast'

// Each toast has its own id, because a closing toast would remove another one with the same id.
let count = 0
const toToastId = (number: number) => `error ${number}`

/**
 * Returns a function that shows a form's error as a toast, until the next attempt or until the person leaves the form.
 */
export function useErrorToast(): (message: string) => void {
  useEffect(() => () => notify.dismiss(toToastId(count)), [])
  return show
}

function show(message: string): void {
  count += 1
  notify.error(message, { about: toToastId(count) })
}
