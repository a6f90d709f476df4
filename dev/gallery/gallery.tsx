import type { ReactNode } from 'react'
import { BadgeSamples, ButtonSamples, ChipSamples, SheetSamples, StepperSamples } from './gallery-controls'
import { CodeSamples, ChoiceSamples, InputSamples } from './gallery-fields'
import { FeedbackSamples, OverlaySamples, TableSamples, TabSamples, ToastSamples } from './gallery-overlays'
import { Mark } from '~/design/mark'
import { ThemeSwitch } from '~/design/theme-switch'
import styles from './gallery.module.css'

function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <header>
        <h2 className="title-3">{title}</h2>
        {about && <p className="small faint">{about}</p>}
      </header>
      <div className={styles.samples}>{children}</div>
    </section>
  )
}

/** Every primitive in every state, for development. Mounted by a route, inside ThemeProvider and Toaster. */
export function Gallery() {
  return (
    <main className="page-width section" id="main">
      <div className="row between wrap">
        <h1 className="display">Components</h1>
        <div className="row">
          <ThemeSwitch full={false} />
          <Mark className={styles.mark} />
        </div>
      </div>
      <Section title="Button" about="One primary per view. Row actions use Solid or Quiet.">
        <ButtonSamples />
      </Section>
      <Section title="On a sheet" about="Ink buttons, text in the color of the stock.">
        <SheetSamples />
      </Section>
      <Section title="Input">
        <InputSamples />
      </Section>
      <Section title="Choice">
        <ChoiceSamples />
      </Section>
      <Section title="Code" about="Cells over one real input. Paste works.">
        <CodeSamples />
      </Section>
      <Section title="Stepper" about="0: minus off. 10 or last in stock: plus off.">
        <StepperSamples />
      </Section>
      <Section title="Badge" about="Square because you read them.">
        <BadgeSamples />
      </Section>
      <Section title="Chip" about="Round because you press them.">
        <ChipSamples />
      </Section>
      <Section title="Tabs">
        <TabSamples />
      </Section>
      <Section title="Dialog, drawer, menu" about="Escape closes, focus returns.">
        <OverlaySamples />
      </Section>
      <Section title="Toast" about="5 seconds; errors stay until closed.">
        <ToastSamples />
      </Section>
      <Section title="Table">
        <TableSamples />
      </Section>
      <Section title="Note, skeleton, empty">
        <FeedbackSamples />
      </Section>
    </main>
  )
}
