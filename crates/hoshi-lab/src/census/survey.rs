//! A census that is only counted, by several threads.

use std::ops::Range;
use std::sync::Mutex;

use super::bitmap::Bitmap;
use super::run::{Run, Stopped};
use super::store::PartInfo;
use super::totals::{KoTotals, Totals};
use super::{Census, Layout, seed};

/// The approximate number of serials between two checks for a stop.
const STEP: u64 = 1 << 28;

impl Census {
    /// Counts these parts, with several threads.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use hoshi_core::Size;
    /// use hoshi_lab::{Census, Layout, Run};
    ///
    /// let census = Census::new(Size::square(4).unwrap(), None).unwrap();
    /// let run = Run { threads: 2, progress: &|_| (), stop: &AtomicBool::new(false) };
    /// let parts = 0..Layout::Packed.parts(&census);
    /// assert_eq!(census.survey(parts, Layout::Packed, run)?.legal, 24_318_165);
    /// # Ok::<(), hoshi_lab::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// If it was stopped.
    pub fn survey(
        &self,
        parts: Range<u64>,
        layout: Layout,
        run: Run<'_>,
    ) -> Result<Totals, Stopped> {
        let start = layout.range(self, parts.start).start;
        let end = layout.range(self, parts.end).start;
        // At block boundaries, so that no head is visited twice.
        let step = STEP.div_ceil(self.plan.block) * self.plan.block;
        let mut cuts = vec![start];
        cuts.extend(
            (start / step + 1..=end / step)
                .map(|nth| nth * step)
                .filter(|&at| at > start && at < end),
        );
        cuts.push(end);
        let totals = Mutex::new(Totals { ko: self.no_ko(), ..Totals::default() });
        let pieces: Vec<Range<u64>> = cuts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        run.work(&pieces, |range| -> Result<(), Stopped> {
            run.check()?;
            let found = self.count(range.clone());
            totals.lock().expect("no thread panics here").add(&found);
            (run.progress)(range.end - range.start);
            Ok(())
        })?;
        Ok(totals.into_inner().expect("no thread panics here"))
    }

    /// Counts these parts, each by itself and with the digest of its bits, with several threads.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn survey_parts(
        &self,
        parts: Range<u64>,
        layout: Layout,
        run: Run<'_>,
    ) -> Result<(Totals, Vec<PartInfo>), Stopped> {
        let start = Totals { ko: self.no_ko(), ..Totals::default() };
        let found = Mutex::new((start, Vec::new()));
        let many = match layout {
            Layout::Packed => 64,
            Layout::Seed => 1,
        };
        let pieces: Vec<Range<u64>> = parts
            .clone()
            .step_by(many as usize)
            .map(|part| part..(part + many).min(parts.end))
            .collect();
        run.work(&pieces, |parts| -> Result<(), Stopped> {
            let mut bitmap = Bitmap::default();
            for index in parts.clone() {
                let range = layout.range(self, index);
                let totals = self.fill_in_steps(range.clone(), &mut bitmap, run)?;
                let digest = match layout {
                    Layout::Packed => bitmap.digest(),
                    Layout::Seed => seed::digest(&bitmap),
                };
                let ko_points = totals.ko.as_ref().map_or(0, KoTotals::reduced);
                let mut found = found.lock().expect("no thread panics here");
                found.0.add(&totals);
                let totals = Totals { ko: None, ..totals };
                found.1.push(PartInfo { index, first: range.start, totals, ko_points, digest });
            }
            Ok(())
        })?;
        let (totals, mut infos) = found.into_inner().expect("no thread panics here");
        infos.sort_by_key(|info| info.index);
        Ok((totals, infos))
    }

    /// The bits of a range, in steps with a check for a stop after each.
    pub(crate) fn fill_in_steps(
        &self,
        range: Range<u64>,
        bitmap: &mut Bitmap,
        run: Run<'_>,
    ) -> Result<Totals, Stopped> {
        // A multiple of 64, so that words stay aligned.
        const STEP: u64 = 1 << 26;
        run.check()?;
        let len = range.end - range.start;
        if len <= STEP {
            let totals = self.fill(range, bitmap);
            (run.progress)(len);
            return Ok(totals);
        }
        let mut totals = Totals::default();
        let mut piece = Bitmap::default();
        let mut words = Vec::with_capacity((len / 64) as usize + 1);
        let mut at = range.start;
        while at < range.end {
            run.check()?;
            let end = (at + STEP).min(range.end);
            totals.add(&self.fill(at..end, &mut piece));
            words.extend_from_slice(&piece.words);
            (run.progress)(end - at);
            at = end;
        }
        *bitmap = Bitmap::new(range.start, len, words);
        Ok(totals)
    }
}
