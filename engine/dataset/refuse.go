package dataset

import "bytes"

// kind is a kind of file that is no text with rows, and what to do about it.
type kind struct {
	begin, within string // what it begins with, and what the beginning holds
	message       string
}

const saveAsCSV = "Open it in Excel, choose File, Save As and the type CSV UTF-8, and import that file. One sheet makes one file."

// kinds are the files that people bring beside text, the more special first.
var kinds = []kind{
	{"PK\x03\x04", "[Content_Types].xml", "This is an Excel workbook (XLSX) or another Office file, not text. " + saveAsCSV},
	{"PK\x03\x04", "mimetypeapplication/vnd.oasis.opendocument", "This is an OpenDocument file, not text. Open it in LibreOffice, choose " +
		"File, Save As and the type Text CSV, and import that file."},
	{"PK\x03\x04", "", "This is a ZIP archive. Unpack it and import the CSV or JSON file inside."},
	{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "", "This is an old Excel workbook (XLS) or another Office file, not text. " + saveAsCSV},
	{"\x1F\x8B", "", "This file is compressed with gzip. Unpack it, with gunzip or 7-Zip, and import the file inside."},
	{"PAR1", "", "This is a Parquet file. Convert it to CSV, for example with DuckDB: COPY 'file.parquet' TO 'file.csv'. Then import the " +
		"CSV file."},
	{"ARROW1", "", "This is an Arrow file. Convert it to CSV, for example in Python with pandas.read_feather and to_csv. Then import the " +
		"CSV file."},
	{"SQLite format 3\x00", "", "This is an SQLite database. Export the table as CSV, with .mode csv and .once file.csv in sqlite3, and " +
		"import that file."},
	{"%PDF-", "", "This is a PDF document. An import takes rows as CSV, JSON or JSON lines."},
}

// refuse returns why the data cannot be read at all, or nil.
func refuse(data []byte, e Encoding) error {
	if len(data) > MaxBytes {
		return &Error{Message: "An import has at most 50 MB. This one has " + thousands(len(data)) +
			" bytes. Leave out columns that no key and no question needs, or split the file."}
	}
	head := data[:min(len(data), 4*sniffBytes)]
	end := data[max(0, len(data)-64*sniffBytes):] // where an archive lists what it holds
	for _, k := range kinds {
		within := []byte(k.within)
		if bytes.HasPrefix(head, []byte(k.begin)) && (bytes.Contains(head, within) || bytes.Contains(end, within)) {
			return &Error{Message: k.message}
		}
	}
	if e == UTF16LE || e == UTF16BE {
		return nil
	}
	head = head[:min(len(head), sniffBytes)]
	switch {
	case bytes.HasPrefix(head, utf16BOMs[0]), bytes.HasPrefix(head, utf16BOMs[1]):
		return &Error{Message: "The text is in UTF-16. Save it as UTF-8 and import it again."}
	case bytes.IndexByte(head, 0) >= 0:
		return &Error{Message: "This is not a text file. An import is CSV, JSON or JSON lines in UTF-8."}
	case len(bytes.Trim(bytes.TrimPrefix(head, utf8BOM), whiteSpace)) == 0 && len(data) <= sniffBytes:
		return &Error{Message: "There is nothing to import: the text is empty."}
	}
	return nil
}
