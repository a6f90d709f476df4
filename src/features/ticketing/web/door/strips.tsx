import { CloudCheck, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '~/design/button'
import { Icon } from '~/design/icon'
import { countOf } from '~/lib/count-of'
import { backWords } from './merge-screen'

const READ_MS = 8000

/** Back online, and nobody was let in twice: said for a while, and nothing stops. */
export function BackNote({ back, onRead }: { back: { scans: number; doors: string[] }; onRead: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onRead, READ_MS)
    return () => clearTimeout(timer)
  }, [onRead])
  return (
    <output className="door-note">
      <Icon of={CloudCheck} />
      <span>
        <b className="b">Back online.</b> {backWords(back)}
      </span>
    </output>
  )
}

export function DoublesStrip({ count, onLook }: { count: number; onLook: () => void }) {
  return (
    <p className="door-note">
      <Icon of={TriangleAlert} />
      <span>{countOf(count, 'person', 'people')} let in twice</span>
      <Button size="sm" onClick={onLook}>
        Look
      </Button>
    </p>
  )
}

export function ForgetfulStrip() {
  return (
    <output className="door-note">
      <Icon of={TriangleAlert} />
      <span>This browser keeps nothing. Leave this page open while you are offline.</span>
    </output>
  )
}
