import type { ReactElement, ReactNode } from 'react'
import { Logo } from '~/design/logo'
import { NeedsScript } from '~/design/needs-script'
import { BackLink } from '~/design/page-head'
import { SlippedRecord } from '~/design/slipped-record'
import type { Stock } from '~/design/stock'
import './auth-page.css'
import '~/design/button-flush.css'

type AuthPageProps = {
  stock: Stock
  /** The poster's words, one entry per line, or what takes the place of the whole poster. */
  poster: readonly string[] | ReactElement
  /** Where the link above the form leads: the landing, the sign-in form, or a way back of the screen's own. */
  back: '/' | '/auth' | ReactElement
  children: ReactNode
}

const isWords = (poster: AuthPageProps['poster']): poster is readonly string[] => Array.isArray(poster)

/** Every screen of signing in: a poster on one side, the form on the other, without the site's navigation. */
export function AuthPage({ stock, poster, back, children }: AuthPageProps) {
  return (
    <div className="au">
      <header className={`sheet st-${stock} au-poster`} data-client-links>
        <Logo className="keep" />
        {isWords(poster) ? (
          <>
            <div className="au-record" aria-hidden="true">
              <SlippedRecord view={{ width: 900, height: 900 }} left={360} right={540} rings={16} />
            </div>
            <p className="d2">{poster.join('\n')}</p>
          </>
        ) : (
          poster
        )}
      </header>
      <main className="au-side" id="main">
        <div className="crumb">
          {back === '/' && <BackLink to="/">Back</BackLink>}
          {back === '/auth' && (
            <BackLink to="/auth" search={{ tab: 'sign-in' }}>
              Sign In
            </BackLink>
          )}
          {typeof back !== 'string' && back}
        </div>
        <div className="au-box">
          <NeedsScript action="Signing in or signing up" />
          {children}
        </div>
      </main>
    </div>
  )
}
