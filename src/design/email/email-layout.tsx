import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Img,
  Preview,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import { useSiteName } from '../site-name'
import { type Stock, stockHex } from '../stock'
import { emailFont, emailInk, emailMuted, emailPaper, emailWall } from './email-palette'

// Narrower margins and columns for phones. All other styles are inline, so the email is readable in programs that drop
// these rules.
const narrowRules = (headlineSize: string) => `
  @media (max-width: 620px) {
    .side { padding-left: 20px !important; padding-right: 20px !important }
    .headline { font-size: ${headlineSize} !important }
    .key { width: 84px !important }
  }`

type EmailLayoutProps = {
  /** The preview line that mail programs show next to the subject. */
  preview: string
  stock: Stock
  headline: string
  /** The headline is an amount of money or another short figure, sized to fill the width. */
  isFigure?: boolean
  /** A line above the headline, shown instead of the logo. */
  kicker?: string
  lead?: ReactNode
  /** The one button. The URL must be absolute. */
  action?: { label: string; href: string }
  /** Places the button below the content instead of above it. */
  isActionLast?: boolean
  /** A picture across the full width above the headline, replacing the mark: absolute URL, 1200 px wide. */
  picture?: { src: string; alt: string }
  /** Footer: why the reader got this email, and what to do if it wasn't them. */
  reason: ReactNode
  /** Content on the paper below the colored field, such as EmailFacts. */
  children?: ReactNode
}

/** The layout of every email: one column of 600 px. A colored field on top holds the headline and one button. */
export function EmailLayout({
  preview,
  stock,
  headline,
  isFigure = false,
  kicker,
  lead,
  action,
  isActionLast = false,
  picture,
  reason,
  children,
}: EmailLayoutProps) {
  const name = useSiteName()
  const fit = isFigure ? calculateFigureFontSizes(headline) : undefined
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <style>{narrowRules(fit?.phone ?? '34px')}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        style={{
          margin: 0,
          padding: '24px 0 48px',
          backgroundColor: emailWall,
          color: emailInk,
          fontFamily: emailFont,
        }}
      >
        <Container
          style={{
            width: '100%',
            maxWidth: 600,
            backgroundColor: emailPaper,
            fontSize: 16,
            lineHeight: '24px',
          }}
        >
          {picture && (
            <Img
              src={picture.src}
              alt={picture.alt}
              width={600}
              style={{ width: '100%', height: 'auto', backgroundColor: emailInk, color: emailPaper }}
            />
          )}
          <Section
            className="side"
            style={{ backgroundColor: stockHex[stock], padding: picture || kicker ? '24px 32px 28px' : 36 }}
          >
            {kicker !== undefined && <Text style={{ ...plain, margin: 0, fontWeight: 640 }}>{kicker}</Text>}
            {!picture && kicker === undefined && (
              <div style={{ marginBottom: 72 }}>
                <EmailMark size={44} />
              </div>
            )}
            <Heading
              className="headline"
              style={{
                ...headlineStyle,
                ...(kicker === undefined ? {} : { margin: '14px 0 0' }),
                ...(fit && { ...figureStyle, fontSize: fit.wide }),
              }}
            >
              {headline}
            </Heading>
            {lead !== undefined && (
              <Text style={{ ...plain, margin: '12px 0 0', maxWidth: '42ch', whiteSpace: 'pre-line' }}>
                {lead}
              </Text>
            )}
            {action && !isActionLast && (
              <Button href={action.href} style={pill}>
                {action.label}
              </Button>
            )}
          </Section>
          {children !== undefined && (
            <Section className="side" style={{ padding: '24px 32px 8px' }}>
              {children}
              {action && isActionLast && (
                <Button href={action.href} style={{ ...pill, marginTop: 8 }}>
                  {action.label}
                </Button>
              )}
            </Section>
          )}
          <Section className="side" style={{ padding: '24px 32px 32px' }}>
            <table role="presentation" cellPadding={0} cellSpacing={0} style={{ marginBottom: 10 }}>
              <tbody>
                <tr>
                  <td style={{ paddingRight: 8 }}>
                    <EmailMark size={20} />
                  </td>
                  <td style={{ fontWeight: 700, fontSize: 14 }}>{name}</td>
                </tr>
              </tbody>
            </table>
            <Text style={{ margin: 0, fontSize: 13, lineHeight: '20px', color: emailMuted }}>{reason}</Text>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}

const plain = { fontSize: 16, lineHeight: '24px', color: emailInk }

const headlineStyle = {
  margin: 0,
  fontSize: 40,
  lineHeight: 1,
  fontWeight: 800,
  letterSpacing: '-0.03em',
  color: emailInk,
  // An event's title may be a single word wider than a phone.
  wordBreak: 'break-word' as const,
}

const figureStyle = { margin: '14px 0 22px', lineHeight: 0.9, letterSpacing: '-0.05em' }

/**
 * Returns the largest font sizes, in px, at which the figure fits on one line: `wide` for the 600 px layout, `phone`
 * for a narrow screen. Letter widths are those of Arial Bold, in em.
 */
function calculateFigureFontSizes(figure: string): { wide: number; phone: string } {
  const widths = Array.from(figure, (letter) =>
    /[.,]/.test(letter) ? 0.278 : /\d|\$/.test(letter) ? 0.556 : 0.72,
  )
  const ems = widths.reduce((sum, width) => sum + width - 0.05, 0)
  return {
    wide: Math.min(137, Math.floor(532 / ems)),
    phone: `${Math.min(24, Math.floor(860 / ems) / 10)}vw`,
  }
}

const pill = {
  marginTop: 22,
  padding: '14px 26px',
  borderRadius: 99,
  backgroundColor: emailInk,
  color: emailPaper,
  fontSize: 16,
  lineHeight: '20px',
  fontWeight: 660,
}

/** The mark built from table cells: mail programs drop SVG and block images by default. */
function EmailMark({ size }: { size: number }) {
  const half = Math.round(size * 0.342)
  const tall = half * 2
  const gap = Math.max(1, Math.round(size * 0.067))
  const slip = Math.round(size * 0.183)
  const disc = { width: half, height: tall, backgroundColor: emailInk, fontSize: 0, lineHeight: 0 }
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} aria-hidden="true">
      <tbody>
        <tr>
          <td style={{ padding: `0 ${gap}px 0 0`, verticalAlign: 'top' }}>
            <div style={{ ...disc, borderRadius: `${half}px 0 0 ${half}px` }}>&nbsp;</div>
          </td>
          <td style={{ padding: `${slip}px 0 0`, verticalAlign: 'top' }}>
            <div style={{ ...disc, borderRadius: `0 ${half}px ${half}px 0` }}>&nbsp;</div>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
