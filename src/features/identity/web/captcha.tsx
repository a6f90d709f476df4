import { TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Icon } from '~/design/icon'
import { loadAnew } from './leave-site'
import type { Ways } from './way-queries'

const ASK_PEOPLE = 'Answer the question whether you are a person first.'
const NOT_THERE = 'What asks whether you are a person did not load.'

type Settings = NonNullable<Ways['captcha']>

export type Captcha = {
  /** Goes along with a call, as it is; empty where this house has none. */
  proof: { captcha?: string }
  /** What to say when it has not been answered. */
  fault: string | undefined
  /** After a call, whatever came of it: an answer is good for one. */
  renew: () => void
  settings: Settings | null
  /** How often it was asked anew. */
  round: number
  setToken: (token: string | undefined) => void
}

/** Whether somebody is a person, where the house asks that. Give what it answers to `CaptchaField`. */
export function useCaptcha(settings: Settings | null): Captcha {
  const [token, setToken] = useState<string>()
  const [round, setRound] = useState(0)
  return {
    proof: token === undefined ? {} : { captcha: token },
    fault: settings !== null && token === undefined ? ASK_PEOPLE : undefined,
    renew: () => {
      setToken(undefined)
      setRound((before) => before + 1)
    },
    settings,
    round,
    setToken,
  }
}

/** Nothing where the house has none; else their widget, whose script is fetched then and only then. */
export function CaptchaField({ captcha, fault }: { captcha: Captcha; fault?: string | undefined }) {
  const { settings, round, setToken } = captcha
  const [isBroken, setIsBroken] = useState(false)
  if (settings === null) return null
  if (isBroken)
    return (
      <p className="small m3 au-as" role="alert">
        <span>{NOT_THERE}</span>
        <Button size="sm" variant="ghost" onClick={() => setIsBroken(false)}>
          Try again
        </Button>
      </p>
    )
  return (
    <div className="field">
      <Widget key={round} settings={settings} onToken={setToken} onBroken={() => setIsBroken(true)} />
      {fault && (
        <p className="err" role="alert">
          <Icon of={TriangleAlert} />
          {fault}
        </p>
      )}
    </div>
  )
}

type WidgetProps = {
  settings: Settings
  onToken: (token: string | undefined) => void
  onBroken: () => void
}

function Widget({ settings, onToken, onBroken }: WidgetProps) {
  const place = useRef<HTMLDivElement>(null)
  const show = useEffectEvent(async (isGone: () => boolean) => {
    const { loadCaptcha } = await import('./captcha-kinds')
    const api = await loadCaptcha(settings.kind)
    if (place.current === null || isGone()) return undefined
    const id = api.render(place.current, {
      sitekey: settings.siteKey,
      theme: getComputedStyle(document.documentElement).colorScheme === 'light' ? 'light' : 'dark',
      callback: onToken,
      'expired-callback': () => onToken(undefined),
      'error-callback': () => onToken(undefined),
    })
    return () => api.remove(id)
  })
  const giveUp = useEffectEvent(onBroken)
  useEffect(() => {
    let isOver = false
    // The policy of the document lets their script run where it was loaded as one of these pages, and not as one that led here.
    if (!isOwnDocument()) {
      loadAnew()
      return undefined
    }
    const shown = show(() => isOver)
    shown.catch(() => !isOver && giveUp())
    return () => {
      isOver = true
      shown.then((remove) => remove?.()).catch(() => undefined)
    }
  }, [])
  return <div className="au-captcha" ref={place} />
}

function isOwnDocument(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document === undefined || new URL(document.name).pathname.startsWith('/auth')
}
