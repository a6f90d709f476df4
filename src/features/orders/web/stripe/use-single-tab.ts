import { useEffect, useRef, useState } from 'react'

type Message = { type: 'hello' | 'take_over' } | { type: 'open'; since: number }

/**
 * Finds out whether another tab of this browser already shows the payment of an order. `takeOver` makes this tab the
 * one that pays; the other tab then gets `openSince`. Tabs of other browsers are not detected, which is safe because
 * an order is charged only once.
 */
export function useSingleTab(orderId: string): { openSince: number | undefined; takeOver: () => void } {
  const [openSince, setOpenSince] = useState<number>()
  const channel = useRef<BroadcastChannel>(undefined)
  const isActive = useRef(true)

  useEffect(() => {
    if (!('BroadcastChannel' in window)) return undefined
    const opened = new BroadcastChannel(`pay:${orderId}`)
    const since = Date.now()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    const send = (message: Message) => opened.postMessage(message)
    opened.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.type === 'hello') {
        if (isActive.current) send({ type: 'open', since })
        return
      }
      isActive.current = false
      setOpenSince(data.type === 'open' ? data.since : Date.now())
    })
    send({ type: 'hello' })
    channel.current = opened
    return () => opened.close()
  }, [orderId])

  return {
    openSince,
    takeOver: () => {
      isActive.current = true
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      channel.current?.postMessage({ type: 'take_over' } satisfies Message)
      setOpenSince(undefined)
    },
  }
}
