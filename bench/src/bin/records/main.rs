fn main() {
    hoshi_bench::records::with_room(|| {
        use hoshi_bench::clock::*;
        use hoshi_bench::records::*;
        for c in corpora().unwrap() {
            println!("{} {} {} {}", c.name, c.files.len(), c.left_out, c.bytes());
            let (mut a, mut b) = (Count::default(), Count::default());
            let mut bad = 0;
            for f in &c.files {
                let x = ours::count(&ours::read(f).unwrap());
                let y = theirs::count(&theirs::read(f).unwrap());
                a = a.and(x);
                b = b.and(y);
                if x != y {
                    bad += 1;
                    if bad < 12 {
                        println!(
                            "{x:?} {y:?} {:?}",
                            String::from_utf8_lossy(&f[..f.len().min(200)])
                        );
                    }
                }
            }
            println!("{a:?} {b:?} {bad}");
            for _ in 0..3 {
                let mut s = Span::default();
                for batch in c.batches() {
                    let w = Watch::start();
                    let t: Vec<_> = batch.iter().map(|f| ours::read(f)).collect();
                    s = s.and(w.span());
                    drop(t);
                }
                let mut t2 = Span::default();
                for batch in c.batches() {
                    let w = Watch::start();
                    let t: Vec<_> = batch.iter().map(|f| theirs::read(f)).collect();
                    t2 = t2.and(w.span());
                    drop(t);
                }
                let mut s3 = Span::default();
                for batch in c.batches() {
                    let t: Vec<_> = batch.iter().map(|f| ours::read(f).unwrap()).collect();
                    let w = Watch::start();
                    let o: Vec<_> = t.iter().map(|c| c.to_bytes()).collect();
                    s3 = s3.and(w.span());
                    drop(t);
                    drop(o);
                }
                let mut s4 = Span::default();
                for batch in c.batches() {
                    let t: Vec<_> = batch.iter().map(|f| theirs::read(f).unwrap()).collect();
                    let w = Watch::start();
                    let o: Vec<_> = t.iter().map(|c| theirs::write(c)).collect();
                    s4 = s4.and(w.span());
                    drop(t);
                    drop(o);
                }
                println!(
                    "read {:?} {:?} {:.1} write {:?} {:?} {:.1}",
                    s.cpu,
                    t2.cpu,
                    t2.cpu.as_secs_f64() / s.cpu.as_secs_f64(),
                    s3.cpu,
                    s4.cpu,
                    s4.cpu.as_secs_f64() / s3.cpu.as_secs_f64()
                );
            }
        }
    })
}
