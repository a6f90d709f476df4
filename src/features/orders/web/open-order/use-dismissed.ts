import { useState } from 'react'

const PLACE = 'dismissed-holds'

/** Which expired orders the person dismissed in this tab. */
export function useDismissed(): {
  isDismissed: (orderId: string) => boolean
  dismiss: (orderId: string) => void
} {
  const [ids, setIds] = useState(read)
  return {
    isDismissed: (orderId) => ids.includes(orderId),
    dismiss: (orderId) => {
      const next = [...ids, orderId]
      setIds(next)
      try {
        sessionStorage.setItem(PLACE, next.join(' '))
      } catch {
        // Without storage the bar comes back with the next page.
      }
    },
  }
}

function read(): string[] {
  try {
    return (sessionStorage.getItem(PLACE) ?? '').split(' ')
  } catch {
    return []
  }
}
