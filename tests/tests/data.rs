//! The digits of the example: what ships, what a file of one's own may look like, every error.

#[path = "../../runtime/examples/digits/data.rs"]
#[expect(
    unreachable_pub,
    reason = "a module of the example, included as it is there"
)]
mod data;

use std::fs;
use std::path::Path;

use burn::tensor::Device;
use data::{Shuffle, parse, read, shipped};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime/examples/digits");

/// A line with `first` as its first pixel and blank paper otherwise.
fn row(first: &str, label: &str) -> String {
    format!("{first}{},{label}", ",0".repeat(63))
}

fn message(text: &str) -> String {
    match parse(text, "own.csv") {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// How many images there are to train on, and how many are held out.
fn sizes(digits: &data::Digits) -> (usize, usize) {
    let (train, held_out) = digits.split();
    (train.len(), held_out.len())
}

#[test]
fn the_shipped_digits_are_whole() {
    let digits = shipped().unwrap();
    let (train, held_out) = digits.split();
    assert_eq!((train.len(), held_out.len()), (1541, 256));
    assert_eq!(train.len() + held_out.len(), 1797);

    // The first lines of the file: 0, 1, 2, 3, 4, 5, [6], 7, 8, 9, 0, 1, 2, [3].
    let device = Device::flex();
    let labels = |split: &data::Split, indices: &[usize]| -> Vec<i64> {
        split
            .labels(indices, &device)
            .into_data()
            .iter::<i64>()
            .collect()
    };
    assert_eq!(labels(&train, &[0, 3, 4, 7]), [0, 3, 4, 8]);
    assert_eq!(labels(&held_out, &[0, 1]), [6, 3]);

    let every = train.images(&train.all(), &device).into_data();
    assert_eq!(every.iter::<f32>().count(), 1541 * 64);
    assert!(
        every
            .iter::<f32>()
            .all(|pixel| (0.0..=1.0).contains(&pixel))
    );
}

#[test]
fn a_batch_holds_the_images_that_were_asked_for() {
    let rows = [
        ("0", "5"),
        ("4", "6"),
        ("8", "7"),
        ("12", "8"),
        ("1", "0"),
        ("2", "1"),
        ("16", "9"),
    ];
    let text = rows.map(|(first, label)| row(first, label)).join("\n");
    let (train, held_out) = parse(&text, "own.csv").unwrap().split();
    assert_eq!(train.all(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(held_out.all(), [0]);

    let device = Device::flex();
    let images = train.images(&[3, 1], &device);
    assert_eq!(images.dims(), [2, 64]);
    let first: Vec<f32> = images.into_data().iter::<f32>().step_by(64).collect();
    assert_eq!(first, Vec::from([0.75, 0.25]));
    let labels: Vec<i64> = train
        .labels(&[3, 1], &device)
        .into_data()
        .iter::<i64>()
        .collect();
    assert_eq!(labels, [8, 6]);

    let image = held_out.images(&[0], &device).into_data();
    let first: Vec<f32> = image.iter::<f32>().step_by(64).collect();
    assert_eq!(first, Vec::from([1.0]));
}

#[test]
fn line_ends_and_blank_lines_at_the_end_do_not_matter() {
    let rows = [row("1", "1"), row("2", "2")];
    for text in [
        rows.join("\n"),
        rows.join("\r\n"),
        rows.join("\n") + "\n",
        rows.join("\r\n") + "\r\n\r\n",
        rows.join("\n") + "\n\n \n",
    ] {
        assert_eq!(sizes(&parse(&text, "own.csv").unwrap()), (2, 0), "{text:?}");
    }
}

#[test]
fn files_may_be_compressed_or_plain() {
    let packed = Path::new(ROOT).join("digits.csv.gz");
    assert_eq!(sizes(&read(&packed).unwrap()), (1541, 256));

    let plain = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain.csv");
    fs::write(&plain, row("1", "1") + "\n").unwrap();
    assert_eq!(sizes(&read(&plain).unwrap()), (1, 0));
}

#[test]
fn a_missing_file_is_named() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("missing.csv");
    // The words of the operating system.
    let reason = fs::read(&path).unwrap_err();
    assert_eq!(
        read(&path).unwrap_err().to_string(),
        format!(
            "cannot read the digits from `{}`: {reason}; name a CSV file, plain or compressed with \
             gzip",
            path.display()
        )
    );
}

#[test]
fn a_file_that_is_no_text_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let binary = folder.join("binary.csv");
    fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    assert_eq!(
        read(&binary).unwrap_err().to_string(),
        format!(
            "cannot read the digits from `{}`: stream did not contain valid UTF-8; name a CSV \
             file, plain or compressed with gzip",
            binary.display()
        )
    );

    // Cut off in the middle, as by a download that broke; the reason is in flate2's words.
    let cut = folder.join("cut.csv.gz");
    let whole = fs::read(Path::new(ROOT).join("digits.csv.gz")).unwrap();
    fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let text = read(&cut).unwrap_err().to_string();
    let start = format!("cannot read the digits from `{}`: ", cut.display());
    assert!(text.starts_with(&start), "{text}");
}

#[test]
fn errors_name_the_columns_of_a_line() {
    let whole = row("1", "1");
    assert_eq!(
        message(&format!("{whole}\n{whole},2")),
        "`own.csv`, line 2: the number of columns is 66 instead of 65; give 64 pixels and then the \
         label, separated by commas"
    );
    assert_eq!(
        message("1,2,3"),
        "`own.csv`, line 1: the number of columns is 3 instead of 65; give 64 pixels and then the \
         label, separated by commas"
    );
    // Blank lines are fine at the end only.
    assert_eq!(
        message(&format!("{whole}\n\n{whole}")),
        "`own.csv`, line 2: the number of columns is 0 instead of 65; give 64 pixels and then the \
         label, separated by commas"
    );
}

#[test]
fn errors_name_what_is_no_number() {
    assert_eq!(
        message(&row("pixel_0", "1")),
        "`own.csv`, line 1, column 1: cannot read \"pixel_0\" as a whole number; write 0 to 16 for \
         a pixel and 0 to 9 for the label, and no header line"
    );
    assert_eq!(
        message(&format!("{}\n{}", row("1", "1"), row("1", "2.5"))),
        "`own.csv`, line 2, column 65: cannot read \"2.5\" as a whole number; write 0 to 16 for a \
         pixel and 0 to 9 for the label, and no header line"
    );
}

#[test]
fn errors_name_a_pixel_of_another_scale() {
    for value in ["17", "255", "-1", "272"] {
        assert_eq!(
            message(&row(value, "1")),
            format!(
                "`own.csv`, line 1, column 1: the pixel {value} is outside of 0 to 16; rescale the \
                 images, 0 for blank paper and 16 for ink all over"
            )
        );
    }
}

#[test]
fn errors_name_a_label_that_is_no_digit() {
    for value in ["10", "-1"] {
        assert_eq!(
            message(&row("1", value)),
            format!(
                "`own.csv`, line 1: the label {value} is outside of 0 to 9; give the digit that \
                 the image shows in the last column"
            )
        );
    }
}

#[test]
fn errors_name_a_file_without_images() {
    for text in ["", "\n\r\n"] {
        assert_eq!(
            message(text),
            "`own.csv` holds no images; give one a line, 64 pixels from 0 to 16 and then the label \
             from 0 to 9, separated by commas"
        );
    }
}

#[test]
fn a_seed_always_gives_the_same_orders() {
    // Worked out in Python, whose SplitMix64 gave the published first values for this seed.
    let mut shuffle = Shuffle::new(1_234_567);
    assert_eq!(shuffle.order(8), [0, 6, 2, 5, 4, 3, 1, 7]);
    assert_eq!(shuffle.order(8), [4, 0, 5, 1, 3, 2, 7, 6]);

    let mut order = shuffle.order(1541);
    order.sort_unstable();
    assert_eq!(order, (0..1541).collect::<Vec<_>>());
    assert!(shuffle.order(0).is_empty());
}
