import type { ReactElement, ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { Copyright } from '~/design/copyright'
import { Logo } from '~/design/logo'
import { NeedsJavaScript } from '~/design/needs-javascript'
import { BackLink, BackLinks } from '~/design/page-head'
import { SplitVinylRecord } from '~/design/split-vinyl-record'
import type { Stock } from '~/design/stock'
import styles from './auth-page.module.css'

type AuthPageProps = {
  stock: Stock
  /** Lines of text on the poster, or an element that replaces the text and the drawing of a vinyl record. */
  poster: readonly string[] | ReactElement
  /** Link above the form: to the landing page, to the sign-in form, or a custom element. */
  back: '/' | '/auth' | ReactElement
  children: ReactNode
}

const isWords = (poster: AuthPageProps['poster']): poster is readonly string[] => Array.isArray(poster)

/** Layout of the sign-in screens: a poster beside the form, without the site's navigation. */
export function AuthPage({ stock, poster, back, children }: AuthPageProps) {
  return (
    <div className={styles.page}>
      <header className={classNames(`sheet stock-${stock}`, styles.poster)} data-client-links>
        <Logo className={styles.logo} />
        {isWords(poster) ? (
          <>
            <div className={styles.record} aria-hidden="true">
              <SplitVinylRecord view={{ width: 900, height: 900 }} left={360} right={540} rings={16} />
            </div>
            <p className={classNames('display', styles.words)}>{poster.join('\n')}</p>
          </>
        ) : (
          poster
        )}
      </header>
      <div className={styles.side}>
        <main className={styles.main} id="main">
          <BackLinks>
            {back === '/' && <BackLink to="/">Back</BackLink>}
            {back === '/auth' && (
              <BackLink to="/auth" search={{ tab: 'sign-in' }}>
                Sign In
              </BackLink>
            )}
            {typeof back !== 'string' && back}
          </BackLinks>
          <div className={styles.box}>
            <NeedsJavaScript action="Sign in or sign up" />
            {children}
          </div>
        </main>
        <footer className="small faint">
          <Copyright />
        </footer>
      </div>
    </div>
  )
}
