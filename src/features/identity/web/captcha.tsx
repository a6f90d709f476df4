import { TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { isCaptchaPage } from '../rules/captcha-origins'
import { reloadPage } from './leave-site'
import type { SignInMethods } from './sign-in-queries'
import styles from './captcha.module.css'

const CHECK_REQUIRED = 'Complete the security check first.'
const NOT_LOADED = 'The security check didn’t load.'
const LOADING = 'Loading the security check…'

type Settings = NonNullable<SignInMethods['captcha']>

export type Captcha = {
  /** The CAPTCHA token as part of a call’s input; empty if there is none. */
  proof: { captcha?: string }
  /** Why the security check is not complete; undefined if it is. */
  problem: string | undefined
  /** Starts a new check. Call it after each attempt: a token is valid once. */
  renew: () => void
  settings: Settings | null
  /** The number of the current check, so that each check gets a new widget. */
  round: number
  setToken: (token: string | undefined) => void
}

/**
 * State of a CAPTCHA, for `CaptchaField` and the call that requires its token. Without settings, no CAPTCHA is
 * required.
 */
export function useCaptcha(settings: Settings | null): Captcha {
  const [token, setToken] = useState<string>()
  const [round, setRound] = useState(0)
  return {
    proof: token === undefined ? {} : { captcha: token },
    problem: settings !== null && token === undefined ? CHECK_REQUIRED : undefined,
    renew: () => {
      setToken(undefined)
      setRound((before) => before + 1)
    },
    settings,
    round,
    setToken,
  }
}

/** Shows the provider's widget and loads its script; renders nothing if no CAPTCHA is required. */
export function CaptchaField({ captcha, problem }: { captcha: Captcha; problem?: string | undefined }) {
  const { settings, round, setToken } = captcha
  const [state, setState] = useState<'first' | 'broken' | 'again'>('first')
  if (settings === null) return null
  if (state === 'broken')
    return (
      <p className={classNames('row between wrap small faint', styles.failed)} role="alert">
        <span>{NOT_LOADED}</span>
        <Button size="sm" variant="ghost" onClick={() => setState('again')}>
          Try again
        </Button>
      </p>
    )
  return (
    <div className="field">
      <CaptchaWidget
        key={round}
        settings={settings}
        takesFocus={state === 'again'}
        onToken={setToken}
        onBroken={() => setState('broken')}
      />
      {problem && (
        <p className="field-error" role="alert">
          <Icon of={TriangleAlert} />
          {problem}
        </p>
      )}
    </div>
  )
}

type WidgetProps = {
  settings: Settings
  /** Whether the widget takes the focus, because the focused retry button was removed. */
  takesFocus: boolean
  onToken: (token: string | undefined) => void
  onBroken: () => void
}

function CaptchaWidget({ settings, takesFocus, onToken, onBroken }: WidgetProps) {
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [isLoading, setIsLoading] = useState(true)
  const show = useEffectEvent(async (isOver: () => boolean) => {
    const { loadCaptcha } = await import('./load-captcha')
    const api = await loadCaptcha(settings.kind)
    if (place.current === null || isOver()) return undefined
    setIsLoading(false)
    const id = api.render(place.current, {
      sitekey: settings.siteKey,
      theme: getComputedStyle(document.documentElement).colorScheme === 'light' ? 'light' : 'dark',
      callback: onToken,
      'expired-callback': () => onToken(undefined),
      'error-callback': () => onToken(undefined),
    })
    return () => api.remove(id)
  })
  const reportFailure = useEffectEvent(onBroken)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  useEffect(() => {
    let isOver = false
    if (!isCaptchaDocument()) {
      reloadPage()
      return undefined
    }
    const shown = show(() => isOver)
    shown.catch(() => !isOver && reportFailure())
    return () => {
      isOver = true
      shown.then((remove) => remove?.()).catch(() => undefined)
    }
  }, [])
  return (
    <div className={styles.box} ref={box} tabIndex={-1}>
      <output className="small muted">{isLoading && LOADING}</output>
      <div className={styles.widget} ref={place} />
    </div>
  )
}

/** If a page may need a CAPTCHA but can't run one, reloads it immediately, before the person types anything. */
export function useReloadForCaptcha(isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded && !isCaptchaDocument()) reloadPage()
  }, [isNeeded])
}

/**
 * Returns whether this document may load the CAPTCHA script. Its Content-Security-Policy is that of the page that was
 * opened first, which may have been another page.
 */
function isCaptchaDocument(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return document === undefined || isCaptchaPage(new URL(document.name).pathname)
}
